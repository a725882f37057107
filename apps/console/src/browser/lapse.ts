/**
 * After so long without a sign of anybody a session in a project is as good as over: the server ends it after 15 minutes, and what is asked then has
 * another minute to come there.
 */
export const lapsesMs = 14 * 60_000
