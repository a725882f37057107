import type { DecidingExpression, RulesTestCase } from '@hearth/rules'
import { simulatorTexts as texts } from '../../../texts/en/simulator.ts'
import { areaOf } from '../../../shared/rules/rules-area.ts'

/** What an expression says that reads something of nothing. */
const readsNothing = 'error: Null value error.'
/** What a look-up says that finds nothing; a long path is cut. */
const findsNothing = /^error: Service call error\. Function: \[[\w.]*get\w*\], Argument: \[(.+?)(?:\]\.)?$/
const root = /^\/(?:databases\/[^/]+\/documents|b\/[^/]+\/o)\//

/**
 * What is not there, where a condition failed because it reads something of it, in plain words; undefined where a denial has another reason.
 *
 * @param line the one with the expression
 */
export function whatIsMissing(
  { expression, value, parts }: DecidingExpression,
  line: number,
  test: RulesTestCase,
): string | undefined {
  const lookedUp = findsNothing.exec(value)?.[1]
  if (lookedUp !== undefined) return texts.nothingFound(lookedUp.replace(root, ''), line)
  if (value !== readsNothing) return undefined
  const { request } = test
  const area = areaOf(test)
  const path = request.path.replace(root, '')
  switch (parts.find((part) => part.value === 'null')?.expression) {
    case 'resource':
      return request.method === 'create'
        ? texts.nothingBefore[area](path, line, expression)
        : texts.nothingThere[area](path, line, expression)
    case 'request.resource':
      return texts.nothingAfter[area](path, line, expression)
    case 'request.auth':
      return texts.nobodyThere(line, expression)
    default:
      return undefined
  }
}
