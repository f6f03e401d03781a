// The canvases: WebGL for the pictures of all results side by side, a second one above it for text and marks.

import * as THREE from "three";
import { Camera } from "../camera";
import { Theme } from "../colours";
import { Pane } from "./pane";

/** What every pane is drawn with. */
export interface Scenery {
  camera: Camera;
  theme: Theme;
  widestImpulse: number; // has the widest line of a force network
}

export type DrawOver = (pen: CanvasRenderingContext2D) => void;

export class Screen {
  /** Whether there is a graphics card: for smooth edges of solid bodies, and all of them. */
  readonly quick: boolean;
  private readonly renderer: THREE.WebGLRenderer;

  constructor(private picture: HTMLCanvasElement, private readonly overlay: HTMLCanvasElement) {
    let context = contextOf(picture, false);
    this.quick = hasGraphicsCard(context);
    if (this.quick) {
      // Whether edges are smooth is settled when a canvas gets its context: take another canvas.
      context.getExtension("WEBGL_lose_context")?.loseContext();
      this.picture = picture.cloneNode() as HTMLCanvasElement;
      picture.replaceWith(this.picture);
      context = contextOf(this.picture, true);
    }
    this.renderer = new THREE.WebGLRenderer({ canvas: this.picture, context });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace; // our colours are those of the screen
    this.renderer.autoClear = false;
    this.renderer.setScissorTest(true);
  }

  /** Fits the canvases to the page and gives every pane its part. `scale`: pixels drawn to one of the screen's. */
  layOut(panes: Pane[], scale: number) {
    const width = this.picture.clientWidth;
    const height = this.picture.clientHeight;
    const ratio = devicePixelRatio * scale;
    const size = this.renderer.getSize(new THREE.Vector2());
    if (size.x !== width || size.y !== height || this.renderer.getPixelRatio() !== ratio) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(width, height, false);
    }
    const wanted = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
    if (this.overlay.width !== wanted[0] || this.overlay.height !== wanted[1]) {
      [this.overlay.width, this.overlay.height] = wanted;
    }
    placeSideBySide(panes, width, height);
  }

  draw(panes: Pane[], scenery: Scenery, over: DrawOver) {
    for (const pane of panes) {
      pane.draw(this.renderer, scenery.camera, scenery.theme, this.picture.clientHeight, scenery.widestImpulse);
    }
    const pen = this.overlay.getContext("2d")!;
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen.clearRect(0, 0, this.overlay.width, this.overlay.height);
    over(pen);
    this.picture.dataset.frames = panes.map((p) => p.frame?.index ?? -1).join(",");
  }

  /** Pictures and marks on one sheet, as a PNG file. To be called just after `draw`: browsers clear a shown picture. */
  png(): Promise<Blob> {
    const sheet = document.createElement("canvas");
    sheet.width = this.picture.width;
    sheet.height = this.picture.height;
    const pen = sheet.getContext("2d")!;
    pen.drawImage(this.picture, 0, 0);
    pen.drawImage(this.overlay, 0, 0, sheet.width, sheet.height);
    return new Promise((done, failed) =>
      sheet.toBlob((blob) => (blob ? done(blob) : failed(new Error("The browser made no picture."))), "image/png"),
    );
  }
}

/** In columns and rows, so that each is as square as can be. */
function placeSideBySide(panes: Pane[], width: number, height: number) {
  const count = panes.length;
  const columns = Math.min(count, Math.max(1, Math.round(Math.sqrt((count * width) / Math.max(height, 1)))));
  const rows = Math.ceil(count / columns);
  panes.forEach((pane, k) => {
    pane.rect = {
      x: Math.floor(((k % columns) * width) / columns),
      y: Math.floor((Math.floor(k / columns) * height) / rows),
      width: Math.ceil(width / columns),
      height: Math.ceil(height / rows),
    };
  });
}

function contextOf(canvas: HTMLCanvasElement, antialias: boolean): WebGL2RenderingContext {
  const context = canvas.getContext("webgl2", { antialias, alpha: false, stencil: false, powerPreference: "high-performance" });
  if (!context) throw new Error("This browser has no WebGL 2, which the pictures need.");
  return context;
}

function hasGraphicsCard(context: WebGL2RenderingContext): boolean {
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  return !/swiftshader|llvmpipe|software/i.test(name);
}
