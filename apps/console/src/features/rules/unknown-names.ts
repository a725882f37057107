import type { RulesIssue } from '@hearth/rules'

/** The issues of names that stand for nothing: what asks for one is denied. */
export function unknownNames(issues: readonly RulesIssue[]): readonly RulesIssue[] {
  return issues.filter(({ description }) =>
    /^(?:Invalid (?:function|variable) name|Unknown member of)/.test(description),
  )
}
