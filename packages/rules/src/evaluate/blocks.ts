import type { AllowStatement, MatchBlock, PatternSegment, RulesFile } from '../syntax/ast.ts'
import { Scope, type ServiceName } from './scope.ts'

/** A `match` with its pattern written out from the root, and the scope of its conditions. */
export interface Block {
  /** Where it stands in its source. */
  readonly match: MatchBlock
  readonly pattern: readonly PatternSegment[]
  readonly scope: Scope
  readonly allows: readonly AllowStatement[]
  /** How many segments of the pattern stand for something. */
  readonly captures: number
  readonly version: 1 | 2
  /**
   * False inside of a block whose own path goes on behind its glob: that path is held against the whole rest of a request's path, as
   * the original does, and so leaves nothing to the blocks inside.
   */
  readonly isReachable: boolean
}

/** Every block of a service, outer ones before those inside them, in the order of the source. Its paths are within their limits. */
export function blocksOf(file: RulesFile, service: ServiceName): Block[] {
  const blocks: Block[] = []
  const fileScope = new Scope(service, undefined, file.functions)
  for (const part of file.services) {
    if (part.name !== service) continue
    const scope = fileScope.inner(part.functions)
    for (const match of part.matches)
      addBlock(blocks, match, { scope, pattern: [], captures: 0, version: file.version, isReachable: true })
  }
  return blocks
}

function addBlock(blocks: Block[], match: MatchBlock, outer: Omit<Block, 'allows' | 'match'>): void {
  const pattern = [...outer.pattern, ...match.pattern]
  const scope = outer.scope.inner(match.functions)
  let { captures } = outer
  for (const segment of match.pattern) {
    if (segment.kind !== 'literal') scope.bind(segment.name, { kind: 'capture', index: captures++ })
  }
  const { version, isReachable } = outer
  const block: Block = { match, pattern, scope, allows: match.allows, captures, version, isReachable }
  blocks.push(block)
  const isInnerReachable = isReachable && !goesOnBehindGlob(match.pattern)
  for (const inner of match.matches) addBlock(blocks, inner, { ...block, isReachable: isInnerReachable })
}

/** Whether a path such as `/{path=**}/songs/{song}` has segments behind its glob. */
export function goesOnBehindGlob(pattern: readonly PatternSegment[]): boolean {
  return pattern.some(({ kind }, i) => kind === 'glob' && i < pattern.length - 1)
}
