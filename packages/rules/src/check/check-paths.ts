import { goesOnBehindGlob } from '../evaluate/blocks.ts'
import type { MatchBlock, PatternSegment, RulesFile } from '../syntax/ast.ts'
import type { Issues } from '../syntax/issue.ts'

/** Blocks inside of the outermost one. */
const NESTING_MAX = 10
const SEGMENTS_MAX = 100
const CAPTURES_MAX = 20

/** What every path of a service begins with. */
const roots: ReadonlyMap<string, { readonly segment: string; readonly path: string }> = new Map([
  ['cloud.firestore', { segment: 'databases', path: '/databases/{database}/documents' }],
  ['firebase.storage', { segment: 'b', path: '/b/{bucket}/o' }],
])

/** What the blocks around one add up to. */
interface Around {
  readonly nesting: number
  readonly segments: number
  readonly captures: number
  readonly hasGlob: boolean
}

/**
 * Refuses paths that are too long or too deep or have two globs, each written out from the root; in the vendor's words. It copies no path, so
 * that it can come before anything that does.
 */
export function checkPaths({ services, version }: RulesFile, issues: Issues): void {
  const outermost: Around = { nesting: 0, segments: 0, captures: 0, hasGlob: false }
  for (const { name, matches } of services) {
    for (const match of matches) {
      checkRoot(match, name, issues)
      checkBlock(match, outermost, version, issues)
    }
  }
}

/** Paths begin at the root, and who writes rules often thinks within the database. The vendor says nothing of it. */
function checkRoot(match: MatchBlock, service: string, issues: Issues): void {
  const [first] = match.pattern
  const root = roots.get(service)
  if (first?.kind !== 'literal' || root === undefined || first.text === root.segment) return
  issues.add('WARNING', `This covers nothing: every path begins with ${root.path}.`, first)
}

/** Recursive as far as the parser lets blocks nest. */
function checkBlock(match: MatchBlock, around: Around, version: 1 | 2, issues: Issues): void {
  const { pattern } = match
  if (around.nesting > NESTING_MAX) {
    issues.add('ERROR', `Maximum allowed resource rule depth of ${NESTING_MAX} is reached.`, match)
  }
  const segments = around.segments + pattern.length
  if (segments > SEGMENTS_MAX) issues.add('ERROR', `Maximum allowed path length of ${SEGMENTS_MAX} is reached.`, match)
  const captures = around.captures + pattern.filter(({ kind }) => kind !== 'literal').length
  if (captures > CAPTURES_MAX) {
    issues.add('ERROR', `Maximum allowed amount of ${CAPTURES_MAX} match field variables is reached.`, match)
  }
  const globs = pattern.filter(({ kind }) => kind === 'glob')
  checkGlobs(match, globs, around, version, issues)
  const inner: Around = {
    nesting: around.nesting + 1,
    segments,
    captures,
    hasGlob: around.hasGlob || globs.length > 0,
  }
  for (const block of match.matches) checkBlock(block, inner, version, issues)
}

function checkGlobs(
  match: MatchBlock,
  globs: readonly PatternSegment[],
  { hasGlob }: Around,
  version: 1 | 2,
  issues: Issues,
): void {
  const invalid = 'Invalid glob match expression. '
  if (version === 1) {
    const early = globs.find((glob) => glob !== match.pattern.at(-1))
    const last = 'Glob matches are permitted as the last segment in a match declaration path.'
    if (early !== undefined) issues.add('ERROR', invalid + last, early)
    // They can't match anything: the glob takes the rest of every path.
    const isParent = globs.length > 0 && match.matches.length > 0
    if (isParent) issues.add('WARNING', 'Glob(**) resource rules should not have child resource rules.', match)
    return
  }
  const second = hasGlob ? globs[0] && match : globs[1]
  const one = 'Only one glob match is permitted in a match declaration path.'
  if (second !== undefined) issues.add('ERROR', invalid + one, second)
  // Not the vendor's words: there it goes without saying.
  const text = 'Blocks inside of a path that goes on behind its glob cover nothing.'
  if (match.matches.length > 0 && goesOnBehindGlob(match.pattern)) issues.add('WARNING', text, match)
}
