// A problem made ready for methods that factor its matrix: rows scaled to a unit diagonal, contacts in an order that
// keeps factors sparse.
#pragma once

#include "galet/problem/delassus.hpp"
#include "galet/solvers/matrix_solution.hpp"

namespace galet {

class UnitProblem {
  public:
    /// Takes a problem with a symmetric W. True when pattern and positions are those of the last one: then what was
    /// found from the pattern still holds.
    bool assign(DelassusProblem problem);

    const DelassusProblem& matrix() const { return matrix_; }
    Index contacts() const { return matrix_.contacts(); }
    std::span<const double> sigma() const { return sigma_; }  ///< p = sigma z
    std::span<const Index> order() const { return order_; }   ///< of elimination

    /// w = W z + b
    void gradient(std::span<const double> z, std::span<double> w) const;

    /// z as the answer to the problem that was taken.
    void write(std::span<const double> z, MatrixSolution& solution) const;

  private:
    DelassusProblem matrix_;
    std::vector<double> sigma_;
    std::vector<Index> order_;
};

}  // namespace galet
