import { StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { FileObject, SettableMetadata } from '../../files/file-object.ts'
import type { Files, ObjectRef } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'
import { takeAccess } from '../storage-transfer/access-lists.ts'
import type { NoteAccess } from '../storage-transfer/note-access.ts'
import { etagOf } from '../storage-transfer/object-metadata.ts'
import type { PostForm } from './post-form.ts'
import type { PostPolicy } from './post-policy.ts'

const CUSTOM_PREFIX = 'x-goog-meta-'

/** Stores the file of a signed form, and answers as the form asks: `success_action_redirect`, or `success_action_status` (204 when absent). */
export async function postObject(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  { fields, contentType, content }: PostForm,
  { bucket, name, sizeRange }: PostPolicy,
  noteAccess: NoteAccess,
): Promise<void> {
  const at: ObjectRef = { bucket, name }
  const isPublic = takeAccess(fields.get('acl') ?? fields.get('x-goog-acl'))
  const answer = answerOf(fields)
  const metadata: SettableMetadata = {
    contentType: fields.get('content-type') ?? contentType,
    cacheControl: fields.get('cache-control'),
    contentDisposition: fields.get('content-disposition'),
    contentEncoding: fields.get('content-encoding'),
    contentLanguage: fields.get('content-language'),
    customMetadata: Object.fromEntries(
      [...fields].flatMap(([field, value]) =>
        field.startsWith(CUSTOM_PREFIX) ? [[field.slice(CUSTOM_PREFIX.length), value]] : [],
      ),
    ),
    isPublic,
  }
  const object = await files.put(caller, at, metadata, content, { terms: { sizeRange } })
  if (isPublic === true) await noteAccess(exchange, caller, name, true)
  answer(exchange, object)
}

type Answer = (exchange: Exchange, object: FileObject) => void

/** Read before anything is stored. Throws `invalid-argument`/`INVALID_REQUEST`. */
function answerOf(fields: ReadonlyMap<string, string>): Answer {
  const redirect = fields.get('success_action_redirect')
  if (redirect !== undefined) {
    if (!/^https?:\/\//i.test(redirect) || !URL.canParse(redirect)) throw wrong('success_action_redirect')
    return (exchange, object) => {
      const location = new URL(redirect)
      location.searchParams.set('bucket', object.bucket)
      location.searchParams.set('key', object.name)
      location.searchParams.set('etag', `"${etagOf(object)}"`)
      exchange.reply(303, { location: location.href })
    }
  }
  const status = fields.get('success_action_status') ?? '204'
  if (!['200', '201', '204'].includes(status)) throw wrong('success_action_status')
  return (exchange, object) => {
    const etag = `"${etagOf(object)}"`
    if (status !== '201') return exchange.reply(Number(status), { etag })
    const location = `${exchange.publicOrigin}/${object.bucket}/${object.name.split('/').map(encodeURIComponent).join('/')}`
    const parts = { Location: location, Bucket: object.bucket, Key: object.name, ETag: etag }
    const body = Object.entries(parts).map(([tag, text]) => `<${tag}>${escape(text)}</${tag}>`)
    const xml = `<?xml version='1.0' encoding='UTF-8'?><PostResponse>${body.join('')}</PostResponse>`
    exchange.reply(201, { etag, location, 'content-type': 'application/xml; charset=utf-8' }, xml)
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function wrong(name: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_REQUEST', `The form has a wrong ${name}.`)
}
