// What a picture is drawn with: uniforms that its shaders share.

import * as THREE from "three";

export interface Light {
  pixel: number; // its length [m]
  rim: THREE.Vector3; // colour of rims and marks
  paper: THREE.Vector3; // what is far is paler
  toWorld: THREE.Matrix3; // axes of the picture
  depths: THREE.Vector2; // of the nearest and the farthest body, along the view [m]
  push: THREE.Vector3; // colour of contacts that push
  pull: THREE.Vector3; // and that pull
}
