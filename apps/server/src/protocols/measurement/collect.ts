import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Analytics } from '../../analytics/analytics.ts'
import { limits } from '../../analytics/event.ts'
import type { Route } from '../../http/route.ts'
import type { App } from '../../projects/projects.ts'

const name = z
  .string()
  .regex(/^[A-Za-z]\w*$/, 'A name begins with a letter and has letters, digits and _.')
  .max(limits.nameLength)
const text = z.string().max(limits.textLength)
const id = z.string().min(1).max(128)
const milliseconds = z.number().int().min(0).max(253_402_300_799_999)

const request = z.strictObject({
  measurementId: z.string().max(20),
  clientId: id,
  userId: id.optional(),
  userProperties: fieldsOf(limits.userProperties).default({}),
  sessionId: id.optional(),
  sessionNumber: z.number().int().min(1).max(1_000_000_000).optional(),
  sentAt: milliseconds.optional(),
  device: z.object({}).optional(),
  events: z
    .array(
      z.strictObject({
        id: text.optional(),
        name,
        params: fieldsOf(limits.params).default({}),
        engagementMs: z.number().int().min(0).max(86_400_000).optional(),
        time: milliseconds.optional(),
      }),
    )
    .max(limits.eventsPerBatch, `A batch has at most ${limits.eventsPerBatch} events.`),
})

/**
 * A batch of events from the tag, answered when it is durable. The measurement id, public like an API key, names the app; it lets
 * somebody report and read nothing.
 */
export function collect(deps: {
  analytics: Analytics
  findAppByMeasurementId: (measurementId: string) => Promise<App | undefined>
}): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/collect',
    guard: 'capability',
    async handle(exchange) {
      const parsed = request.safeParse(await exchange.readJson(limits.batchBytes))
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        throw new StatusError('invalid-argument', 'INVALID_REQUEST', `${issue?.path.join('.')}: ${issue?.message}`)
      }
      const { measurementId, events, sentAt: _sentAt, device: _device, ...reporter } = parsed.data
      const app = await deps.findAppByMeasurementId(measurementId)
      if (app === undefined) {
        throw new StatusError(
          'invalid-argument',
          'UNKNOWN_MEASUREMENT_ID',
          'No app of this server has this measurement id.',
        )
      }
      exchange.note({ project: app.project })
      await deps.analytics.collect(
        app,
        {
          clientId: reporter.clientId,
          userId: reporter.userId,
          userProperties: reporter.userProperties,
          sessionId: reporter.sessionId,
          sessionNumber: reporter.sessionNumber,
        },
        events.map(({ time, name, params, engagementMs }) => ({ name, params, engagementMs, clientTime: time })),
      )
      exchange.reply(204, {})
    },
  }
}

/** Text and finite numbers by name. */
function fieldsOf(
  max: number,
): z.ZodType<Record<string, string | number>, Record<string, string | number> | undefined> {
  return z
    .record(name, z.union([text, z.number()]))
    .refine((fields) => Object.keys(fields).length <= max, `At most ${max} are allowed.`)
}
