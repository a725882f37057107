import type { AllowStatement, MatchBlock, PatternSegment, RulesFile } from '../syntax/ast.ts'
import { Scope, type ServiceName } from './scope.ts'

/** A `match` with its pattern written out from the root, and the scope of its conditions. */
export interface Block {
  readonly match: MatchBlock
  readonly pattern: readonly PatternSegment[]
  readonly scope: Scope
  readonly allows: readonly AllowStatement[]
  /** How many blocks it stands in, itself included. */
  readonly nesting: number
  readonly version: 1 | 2
}

/** Every block of a service, outer ones before those inside them, in the order of the source. */
export function blocksOf(file: RulesFile, service: ServiceName): Block[] {
  const blocks: Block[] = []
  const fileScope = new Scope(service, undefined, file.functions)
  for (const part of file.services) {
    if (part.name !== service) continue
    const scope = fileScope.inner(part.functions)
    for (const match of part.matches) addBlock(blocks, match, { scope, pattern: [], nesting: 0, version: file.version })
  }
  return blocks
}

function addBlock(
  blocks: Block[],
  match: MatchBlock,
  outer: Pick<Block, 'scope' | 'pattern' | 'nesting' | 'version'>,
): void {
  const pattern = [...outer.pattern, ...match.pattern]
  const scope = outer.scope.inner(match.functions)
  let index = 0
  for (const segment of pattern) {
    if (segment.kind === 'literal') continue
    if (match.pattern.includes(segment)) scope.bind(segment.name, { kind: 'capture', index })
    index++
  }
  const nesting = outer.nesting + 1
  const block: Block = { match, pattern, scope, allows: match.allows, nesting, version: outer.version }
  blocks.push(block)
  for (const inner of match.matches) addBlock(blocks, inner, block)
}
