import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { SizeRange } from '../../files/content-terms.ts'
import type { PostForm } from './post-form.ts'

const ALGORITHM = 'GOOG4-RSA-SHA256'
const LIFE_MS_MAX = 7 * 24 * 60 * 60 * 1_000
/** How far the clock of who signs may be ahead of ours. */
const SKEW_MS = 5 * 60 * 1_000

const conditionSchema = z.union([
  z.tuple([z.literal(['content-length-range', 'Content-Length-Range']), z.coerce.number(), z.coerce.number()]),
  z.tuple([z.literal(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
  z.record(z.string(), z.coerce.string()),
])
const policySchema = z.object({ expiration: z.string(), conditions: z.array(conditionSchema).max(200) })

/** What a signed form allows, and what of it must have been signed. */
export interface PostPolicy {
  readonly bucket: string
  /** The name of the file, with its own name where the signer left that open (`${filename}`). */
  readonly name: string
  readonly sizeRange: SizeRange | undefined
  /** The service key's address. */
  readonly signer: string
  readonly signed: string
  readonly signature: Buffer
}

/** Fields that say nothing of the file, and can't be in what is signed or need not be. */
const free = (name: string): boolean =>
  name === 'policy' || name === 'x-goog-signature' || name === 'bucket' || name.startsWith('x-ignore-')

/**
 * Holds a form to the policy in it (Cloud Storage, "Policy document", version 4): each condition is met, and each field is one that a condition
 * names. The signature is still to be looked at. Throws `permission-denied`/`SIGNATURE_INVALID`, `SIGNATURE_EXPIRED`,
 * `SIGNATURE_NOT_YET_VALID`, `POLICY_CONDITION_NOT_MET`, `invalid-argument`/`INVALID_POLICY`.
 */
export function readPostPolicy({ fields, fileName }: Pick<PostForm, 'fields' | 'fileName'>, nowMs: number): PostPolicy {
  const text = fieldOf(fields, 'policy')
  const { expiration, conditions } = parsePolicy(text)
  if (fieldOf(fields, 'x-goog-algorithm') !== ALGORITHM) throw invalid(`x-goog-algorithm must be ${ALGORITHM}.`)
  const date = fieldOf(fields, 'x-goog-date')
  const [, signer, day] =
    /^([^/]+)\/(\d{8})\/[\w-]+\/storage\/goog4_request$/.exec(fieldOf(fields, 'x-goog-credential')) ?? []
  if (signer === undefined || day !== date.slice(0, 8)) {
    throw invalid('x-goog-credential must be the address of a service key and the scope of x-goog-date.')
  }
  assertInTime(date, expiration, nowMs)
  const signature = fieldOf(fields, 'x-goog-signature')
  if (!/^(?:[0-9a-f]{2})+$/.test(signature)) throw invalid('x-goog-signature must be hexadecimal digits.')

  const named = new Map<string, readonly Condition[]>()
  let sizeRange: SizeRange | undefined
  for (const condition of conditions) {
    if (Array.isArray(condition) && typeof condition[1] === 'number') {
      sizeRange = withinBoth(sizeRange, { minBytes: condition[1], maxBytes: Number(condition[2]) })
      continue
    }
    for (const one of conditionsIn(condition)) named.set(one.field, [...(named.get(one.field) ?? []), one])
  }
  const name = fieldOf(fields, 'key').replaceAll('${filename}', () => fileName)
  for (const [field, asked] of named) {
    // The bucket is in the policy alone, and in the address.
    if (field === 'bucket') continue
    for (const condition of asked) assertMet(condition, fields.get(field) ?? '', field === 'key' ? name : undefined)
  }
  const open = [...fields.keys()].find((field) => !free(field) && !named.has(field))
  if (open !== undefined) throw notMet(`The field ${open} is not one that the policy allows.`)
  const bucket = named.get('bucket')?.find(({ kind }) => kind === 'eq')?.value
  if (bucket === undefined) throw notMet('The policy must name the bucket.')
  return { bucket, name, sizeRange, signer, signed: text, signature: Buffer.from(signature, 'hex') }
}

/** Each range that a policy names has to hold. */
function withinBoth(one: SizeRange | undefined, other: SizeRange): SizeRange {
  if (one === undefined) return other
  return {
    minBytes: Math.max(one.minBytes, other.minBytes),
    maxBytes: Math.min(one.maxBytes, other.maxBytes),
  }
}

interface Condition {
  readonly kind: 'eq' | 'starts-with'
  readonly field: string
  readonly value: string
}

function conditionsIn(condition: z.infer<typeof conditionSchema>): Condition[] {
  if (!Array.isArray(condition)) {
    return Object.entries(condition).map(([field, value]) => ({ kind: 'eq', field: field.toLowerCase(), value }))
  }
  const [kind, field, value] = condition
  if (kind !== 'eq' && kind !== 'starts-with') return []
  return [{ kind, field: field.slice(1).toLowerCase(), value }]
}

/** An exact name is the one that was signed, `${filename}` in it too; a beginning is that of the name which the file gets. */
function assertMet({ kind, field, value }: Condition, given: string, name = given): void {
  const isMet = kind === 'eq' ? given === value : name.startsWith(value)
  if (!isMet) throw notMet(`The policy asks for another ${field}.`)
}

function parsePolicy(text: string): z.infer<typeof policySchema> {
  try {
    return policySchema.parse(JSON.parse(Buffer.from(text, 'base64').toString()))
  } catch (cause) {
    const message = 'The policy must be JSON in base64, with an expiration and conditions.'
    throw new StatusError('invalid-argument', 'INVALID_POLICY', message, { cause })
  }
}

function assertInTime(date: string, expiration: string, nowMs: number): void {
  const fromMs = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const untilMs = Date.parse(expiration)
  if (Number.isNaN(fromMs) || Number.isNaN(untilMs) || untilMs - fromMs > LIFE_MS_MAX + SKEW_MS) {
    throw invalid('x-goog-date and the expiration must be dates, at most a week apart.')
  }
  if (nowMs < fromMs - SKEW_MS) {
    throw new StatusError('permission-denied', 'SIGNATURE_NOT_YET_VALID', 'This form does not work yet.')
  }
  if (nowMs >= untilMs) throw new StatusError('permission-denied', 'SIGNATURE_EXPIRED', 'This form has expired.')
}

function fieldOf(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name)
  if (value === undefined) throw invalid(`The form has no field ${name} before its file.`)
  return value
}

function invalid(message: string): StatusError {
  return new StatusError('permission-denied', 'SIGNATURE_INVALID', message)
}

function notMet(message: string): StatusError {
  return new StatusError('permission-denied', 'POLICY_CONDITION_NOT_MET', message)
}
