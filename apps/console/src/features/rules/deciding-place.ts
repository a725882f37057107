import { type ListedRequest, shortFileName } from '../../shared/requests/list-requests.ts'
import type { LiveRules } from '../../shared/rules/published-rules.ts'
import type { RulesOverride } from './queries/rules-queries.ts'

/** Where the line is that decided a past request. */
export type DecidingPlace = { readonly line: number; readonly column: number } & (
  | { /** In the source that holds now. */ readonly kind: 'here' }
  | { readonly kind: 'version'; readonly id: string; readonly fileName: string }
  /** In a file that was saved again, or in what a tool had set. */
  | { readonly kind: 'gone' }
)

/** Undefined when no line of any rules decided. `fileName` is that of the source in the editor. */
export function decidingPlaceOf(
  { rule, rules }: Pick<ListedRequest, 'rule' | 'rules'>,
  live: Pick<LiveRules, 'rulesetName'>,
  override: Pick<RulesOverride, 'since'> | undefined,
  fileName: string,
): DecidingPlace | undefined {
  if (rule === undefined) return undefined
  const { line, column } = rule
  if (rules === undefined) return { kind: 'gone', line, column }
  const isThisFile = shortFileName(rule.fileName) === fileName
  if ('since' in rules) {
    return { kind: isThisFile && override?.since === rules.since ? 'here' : 'gone', line, column }
  }
  const { ruleset: id } = rules
  const isLive = override === undefined && live.rulesetName?.endsWith(`/${id}`) === true
  return isLive && isThisFile
    ? { kind: 'here', line, column }
    : { kind: 'version', line, column, id, fileName: rule.fileName }
}
