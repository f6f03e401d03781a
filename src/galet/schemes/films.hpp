// The films of one step (laws/film.hpp): which contacts have one, how soft they are, their rows in the problem of the
// step, and how thin they are after it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/detection/contact_set.hpp"
#include "galet/detection/film_memory.hpp"
#include "galet/laws/law.hpp"
#include "galet/problem/contact_problem.hpp"

namespace galet {

class Films {
  public:
    /// `margin` is kept between bodies and is where the distance of a film begins; both [m].
    Films(const LawSettings& law, double step, double margin, double length_scale);

    /// Takes the contacts within range, each with what is remembered of it; new ones have the distance of the contact.
    void find(const Bodies& bodies, const ContactSet& contacts, const FilmMemory& memory);

    /// Solves start from the forces of the last step again: all that a pair had is in its film, and its contact in
    /// `force` has none.
    void start_over(std::span<double> force);

    /// How soft they are, by the free motion U and the forces of the last step, of contacts without a film those in
    /// `force`. `mass` and `velocity` by id.
    void soften(const ContactSet& contacts, std::span<const double> force, std::span<const double> mass,
                std::span<const double> velocity);

    /// Adds rows to a problem of these contacts, and forces to start from: those of the last solve. Contacts that are
    /// pushed back to their margin take their film along. A film that does not give way at all says more than its
    /// contact, which is opened so that it has nothing to say.
    void append(const ContactSet& contacts, ContactProblem& problem, std::vector<double>& force) const;

    /// Films may be softened anew in the solves that follow.
    void begin_solves() { givings_ = loosenings_ = 0; }

    /// Iterations that a solve should be given, of `most`: fewer where films may have to be loosened.
    std::int64_t most_iterations(const ContactSet& contacts, std::int64_t most) const;

    /// How soft they are where the motion, `velocity` by id, opens films so much that they could not have pulled as
    /// they did: by what it opens them. Films that were loosened and are not opened are as `soften` made them. False
    /// where all are as they should be, or have been changed too often.
    bool give_way(const ContactSet& contacts, const ContactProblem& problem, std::span<const double> velocity);

    /// How soft they are at most: as if what is prescribed opened each of them alone. For thin films that hold what a
    /// moving wall does not let them; a second time they stay so. False where nothing opens them, and a third time.
    bool loosen(const ContactProblem& problem);

    /// Takes the films' part off the end of the forces of the problem.
    void take(std::vector<double>& force);

    /// Adds the impulses of the films to those of their contacts [N s].
    void add_to(std::span<double> impulse) const;

    /// What films do because of what is prescribed, and where they give a margin back, with the rows of `problem` [J].
    double work_of_boundaries(const ContactProblem& problem) const;

    /// The part of it that is due to what is prescribed [J].
    double work_of_prescribed(const ContactSet& contacts) const;

    /// Remembers an accepted step: `impulse` is all that the contacts got, bodies and walls are where they are now.
    void remember(const Bodies& bodies, const Obstacles& obstacles, const ContactSet& contacts,
                  std::span<const double> impulse, FilmMemory& memory) const;

  private:
    Index size() const { return static_cast<Index>(contact_.size()); }
    double change_at(Index film, double rate) const;
    void set_change(Index film, double change);
    template <int dim>
    static double rate_of(const ContactSet& contacts, Index c, std::span<const double> velocity);

    LawSettings law_;
    double step_, margin_;
    double thinnest_;                 ///< at which new films begin [m]
    double resolution_;               ///< thinner films are known from their impulses alone [m]
    std::vector<Index> contact_;      ///< which contact each film belongs to
    std::vector<double> log_;         ///< log D at the start of the step
    std::vector<double> last_force_;  ///< of the pair [N]
    std::vector<double> softness_;    ///< [1/kg]
    std::vector<double> predicted_;   ///< changes of log D by which they were made so first
    bool loosened_ = false;
    int givings_ = 0, loosenings_ = 0;  ///< since `begin_solves`
    std::vector<char> rigid_;           ///< whether a film gives way no more
    std::vector<double> inverse_;       ///< 1/m_i + 1/m_j [1/kg]
    double opening_ = 0;                ///< of contacts whose film is rigid [m]
    std::vector<double> force_;         ///< of this step [N]
    std::vector<double> pushed_;        ///< impulses of the last step by contact [N s] (work space)
    std::vector<double> free_;          ///< velocities they would give, by id [m/s] (work space)
};

}  // namespace galet
