/**
 * A point in a project's history: microseconds since the epoch, strictly rising per project with each commit.
 * A number, because microseconds stay exact until the year 2255.
 */
export type Version = number
