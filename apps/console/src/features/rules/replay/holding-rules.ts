import type { SourceFile } from '@hearth/rules'
import type { LiveRules } from '../../../shared/rules/published-rules.ts'
import type { ReplayedRequest, RulesOverride } from '../queries/rules-queries.ts'

/** What holds now, as requests name what decided them, and what it says. */
export interface HoldingRules {
  readonly origin: { readonly ruleset: string } | { readonly since: string }
  readonly files: readonly SourceFile[]
}

/** Undefined where no rules hold, or such that nothing can be asked of them. */
export function holdingRulesOf(live: LiveRules, override: RulesOverride | undefined): HoldingRules | undefined {
  if (override !== undefined) {
    return override.isBroken ? undefined : { origin: { since: override.since }, files: override.files }
  }
  const { isReleased, rulesetName, sources } = live
  if (!isReleased || rulesetName === undefined) return undefined
  return {
    origin: { ruleset: rulesetName.slice(rulesetName.lastIndexOf('/') + 1) },
    files: [sources.main, ...sources.others],
  }
}

/** Whether it was these rules that decided a request: what it got then is what it gets now. */
export function isDecidedBy({ rules }: ReplayedRequest['request'], { origin }: HoldingRules): boolean {
  if (rules === undefined) return false
  return 'ruleset' in rules
    ? 'ruleset' in origin && rules.ruleset === origin.ruleset
    : 'since' in origin && rules.since === origin.since
}

/**
 * The same requests with what they get now for `verdict`.
 *
 * @param underHolding what the rules that hold would have said to them; a request that they can't judge keeps what it got
 */
export function withVerdictsOfNow(
  requests: readonly ReplayedRequest[],
  holding: HoldingRules,
  underHolding: readonly ReplayedRequest[],
): ReplayedRequest[] {
  const now = new Map(underHolding.map(({ request, would }) => [request.id, would]))
  return requests.map((one) => {
    const would = now.get(one.request.id)
    if (would === undefined || would === 'unknown' || isDecidedBy(one.request, holding)) return one
    return { ...one, request: { ...one.request, verdict: would } }
  })
}
