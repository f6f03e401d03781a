#include "galet/crowd/coarse_field.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace galet {

std::vector<FieldCell> coarse_field(const Bodies& bodies, std::span<const double> pressure, double edge) {
    struct Person {
        double row, column;  // whole numbers
        Index i;
    };
    std::vector<Person> people;
    for (Index i = 0; i < bodies.size(); ++i) {
        const Vec<2> q = load<2>(bodies.position, i);
        people.push_back({std::floor(q[1] / edge), std::floor(q[0] / edge), i});
    }
    std::sort(people.begin(), people.end(), [](const Person& a, const Person& b) {
        return std::tie(a.row, a.column, a.i) < std::tie(b.row, b.column, b.i);
    });
    std::vector<FieldCell> cells;
    for (std::size_t first = 0, last = 0; first < people.size(); first = last) {
        FieldCell cell;
        cell.x = (people[first].column + 0.5) * edge;
        cell.y = (people[first].row + 0.5) * edge;
        for (; last < people.size() && people[last].row == people[first].row &&
               people[last].column == people[first].column;
             ++last) {
            const Vec<2> u = load<2>(bodies.velocity, people[last].i);
            cell.vx += u[0];
            cell.vy += u[1];
            cell.pressure += pressure[people[last].i];
        }
        const auto count = static_cast<double>(last - first);
        cell.density = count / (edge * edge);
        cell.vx /= count;
        cell.vy /= count;
        cell.pressure /= count;
        cells.push_back(cell);
    }
    return cells;
}

}  // namespace galet
