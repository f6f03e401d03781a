// The films of one step (laws/film.hpp): which contacts have one, how soft they are, their rows in the problem of the
// step, and how thin they are after it.
#pragma once

#include <span>
#include <vector>

#include "galet/detection/contact_set.hpp"
#include "galet/detection/film_memory.hpp"
#include "galet/laws/law.hpp"
#include "galet/problem/contact_problem.hpp"

namespace galet {

class Films {
  public:
    /// Films thinner than `resolution` [m] are known from their impulses alone.
    Films(const LawSettings& law, double step, double resolution);

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

    /// Takes the films' part off the end of the forces of the problem.
    void take(std::vector<double>& force);

    /// Adds the impulses of the films to those of their contacts [N s].
    void add_to(std::span<double> impulse) const;

    /// What films do because of what is prescribed, with the rows of `problem` [J].
    double work_of_boundaries(const ContactProblem& problem) const;

    /// Remembers an accepted step: `impulse` is all that the contacts got, bodies and walls are where they are now.
    void remember(const Bodies& bodies, const Obstacles& obstacles, const ContactSet& contacts,
                  std::span<const double> impulse, FilmMemory& memory) const;

  private:
    Index size() const { return static_cast<Index>(contact_.size()); }

    LawSettings law_;
    double step_, resolution_;
    std::vector<Index> contact_;      ///< which contact each film belongs to
    std::vector<double> log_;         ///< log D at the start of the step
    std::vector<double> last_force_;  ///< of the pair [N]
    std::vector<double> softness_;    ///< [1/kg]
    std::vector<char> rigid_;         ///< whether a film gives way no more
    double opening_ = 0;              ///< of contacts whose film is rigid [m]
    std::vector<double> force_;       ///< of this step [N]
    std::vector<double> pushed_;      ///< impulses of the last step by contact [N s] (work space)
    std::vector<double> free_;        ///< velocities they would give, by id [m/s] (work space)
};

}  // namespace galet
