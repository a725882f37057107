import type { StepCondition } from './funnel-step.ts'

/** As an expression of the reports. */
export function filterOf({ parameter: fieldName, comparison, value }: StepCondition): object {
  const exact = { filter: { fieldName, stringFilter: { value } } }
  const number = (operation: string) => ({
    filter: { fieldName, numericFilter: { operation, value: { doubleValue: Number(value) } } },
  })
  switch (comparison) {
    case 'is':
      return exact
    case 'is-not':
      return { notExpression: exact }
    case 'contains':
      return { filter: { fieldName, stringFilter: { value, matchType: 'CONTAINS' } } }
    case 'at-least':
      return number('GREATER_THAN_OR_EQUAL')
    case 'at-most':
      return number('LESS_THAN_OR_EQUAL')
  }
}
