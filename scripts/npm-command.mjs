/**
 * How to call the npm that called us: npm tells its scripts where it is; run by hand, it is looked for in the path.
 * Returns `{ program, words }` for `runProcess`.
 */
export function npmCommand(words) {
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js') ? { program: process.execPath, words: [npm, ...words] } : { program: 'npm', words }
}
