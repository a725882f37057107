import type { CoverageEntry, RulesIssue } from '@hearth/rules'

/** An issue in the vendor's form. */
export function encodeIssue({ severity, description, fileName, position }: RulesIssue): object {
  return { sourcePosition: { fileName, ...position }, description, severity }
}

/** What an expression was evaluated to, in the vendor's form. */
export function encodeCoverage({ fileName, position, offset, endOffset, values, children }: CoverageEntry): object {
  return {
    sourcePosition: { fileName, ...position, currentOffset: offset, endOffset },
    ...(values.length > 0 && { values: values.map(({ value, count }) => ({ value: { stringValue: value }, count })) }),
    children: children.map(encodeCoverage),
  }
}
