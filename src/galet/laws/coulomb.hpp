// Coulomb's law of dry friction, and the cone it lives in.
//
// With the impulse p and the velocity u of a contact, each with a normal and a tangential part, and the friction f:
//
//   p_n >= 0,  u_n >= 0,  p_n u_n = 0;    |p_t| <= f p_n;    where it slides, p_t = -f p_n u_t / |u_t|.
//
// In one line (SF98): with the corrected velocity u^ = u + f |u_t| n and the cone K = {|p_t| <= f p_n},
//
//   p in K,   u^ in K*,   p.u^ = 0,    K* = {f |v_t| <= v_n}    <=>    p = proj_K(p - rho u^) for any rho > 0.
//
// With f |u_t| held fixed that is the optimality condition of a convex problem. With u in the place of u^ it is the
// convex relaxation of the law, in which a contact that slides also opens, with the speed f |u_t|.
#pragma once

#include "galet/core/pack.hpp"

namespace galet {

/// Nearest point of the cone |tangent| <= friction * normal, in place.
template <class Tangent>
inline void project_on_cone(double& normal, Tangent& tangent, double friction) {
    const double length = tangent.norm();
    if (normal >= 0 && length <= friction * normal) return;
    if (friction * length <= -normal) {
        normal = 0;
        tangent.setZero();
        return;
    }
    const double on_cone = (normal + friction * length) / (1 + friction * friction);
    normal = on_cone;
    tangent *= length > 0 ? friction * on_cone / length : 0.0;
}

/// The same for several contacts, given the lengths of their tangential parts: those are to be multiplied by what is
/// returned.
template <int width>
inline Pack<width> project_on_cone(Pack<width>& normal, const Pack<width>& length, const Pack<width>& friction) {
    const Pack<width> one = Pack<width>::Ones();
    const Pack<width> inside = where_at_least<width>(friction * normal, length, one);
    const Pack<width> in_polar = where_at_least<width>(-normal, friction * length, one);
    const Pack<width> border = (normal + friction * length) / (1 + friction.square());
    // What has no length is in the cone or in its polar: nothing is divided by 0, and nothing overflows.
    const Pack<width> outside = (one - inside) * (one - in_polar), kept = inside * (one - in_polar);
    normal = kept * normal + outside * border;
    return kept + outside * (friction * border / (outside * length + (one - outside)));
}

/// Distance of a velocity to the dual cone friction * |tangent| <= normal.
inline double distance_to_dual_cone(double normal, double slip, double friction) {
    if (friction * slip <= normal) return 0;
    // The dual cone is that of the friction 1/f: its border, or its tip.
    const double length_squared = normal * normal + slip * slip;
    const double along = friction * normal + slip;  // times sqrt(1 + f^2): component along the border
    if (along <= 0) return __builtin_sqrt(length_squared);
    return (friction * slip - normal) / __builtin_sqrt(1 + friction * friction);
}

}  // namespace galet
