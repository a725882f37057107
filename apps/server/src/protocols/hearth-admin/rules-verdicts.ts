import { type BodyOf, explainVerdict, judgeRows } from '@hearth/api'
import { DEFAULT_DATABASE } from '../../documents/databases/database.ts'
import type { Exchange } from '../../http/exchange.ts'
import { checkSources } from '../../rules/rules-store.ts'
import type { JudgedQuestion } from '../../rules/verdicts/rules-verdicts.ts'
import { querySchema } from '../../rules/test-case-schema.ts'
import { parseRequest } from './read-request.ts'
import { route } from './route.ts'

export const rulesVerdicts = [
  route(judgeRows, async ({ deps, exchange, params: { project }, body }) => {
    const asked = await body()
    const { rules, isKnown, rows } = await deps.rulesVerdicts.judge(project, await questionOf(exchange, asked), asked)
    return {
      rules,
      isKnown,
      rows: rows.map(({ path, isMissing, isAllowed, locked }) => ({
        path,
        ...(isMissing && { isMissing }),
        isAllowed,
        locked: [...locked],
      })),
    }
  }),

  route(explainVerdict, async ({ deps, exchange, params: { project }, body }) => {
    const { path, field, query, ...asked } = await body()
    const question = await questionOf(exchange, asked)
    const { at, why, lookedUp, ...explained } = await deps.rulesVerdicts.explain(project, question, {
      path,
      field,
      query: query === undefined ? undefined : parseRequest(querySchema, query, ['query']),
    })
    return {
      ...explained,
      at: at && { ...at, lines: [...at.lines] },
      why: why && { ...why, parts: [...why.parts] },
      lookedUp: [...lookedUp],
    }
  }),
]

async function questionOf(
  exchange: Exchange,
  asked: Omit<BodyOf<typeof explainVerdict>, 'path' | 'field' | 'query'>,
): Promise<JudgedQuestion> {
  const { service, database = DEFAULT_DATABASE, as, act, files } = asked
  const gone = new AbortController()
  exchange.response.once('close', () => gone.abort())
  const sources = files === undefined ? undefined : await checkSources(files)
  return { service, database, person: as ?? undefined, act, sources, memory: exchange.memory, signal: gone.signal }
}
