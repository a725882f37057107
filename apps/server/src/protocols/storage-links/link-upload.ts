import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { ContentTerms } from '../../files/content-terms.ts'
import type { FileObject, SettableMetadata } from '../../files/file-object.ts'
import type { Files, ObjectRef, UploadOptions } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'
import { takeAccess, type NoteAccess } from '../storage-transfer/access-lists.ts'
import { checksumsOf, announcedBy, headerOf } from '../storage-transfer/upload-headers.ts'
import { etagOf } from '../storage-transfer/object-metadata.ts'
import type { PostForm } from './post-form.ts'
import type { PostPolicy } from './post-policy.ts'

const CUSTOM_PREFIX = 'x-goog-meta-'

/** `PUT` of a whole file. `contentSha256` is what the signature covers of the body. */
export async function putObject(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  at: ObjectRef,
  contentSha256: string | undefined,
  noteAccess: NoteAccess,
): Promise<void> {
  const { headers } = exchange
  const isPublic = takeAccess(headerOf(headers, 'x-goog-acl'))
  const options = {
    ...announcedBy(headerOf(headers, 'content-length')),
    checksums: checksumsOf(headers),
    terms: termsBy(headers, contentSha256),
    expected: expectedBy(headers),
  }
  const object = await files.put(caller, at, { ...metadataOf(headers), isPublic }, exchange.streamBody(), options)
  if (object.readers !== undefined) await noteAccess(exchange, caller, at.name, true)
  exchange.reply(200, headersOf(object))
}

/**
 * `POST` with `x-goog-resumable: start`: whoever knows the address in the answer may send the file, without a credential.
 * `contentSha256` is what the signature says of the file, which the end of the upload is held to.
 */
export async function startUpload(
  exchange: Exchange,
  files: Files,
  caller: Caller,
  at: ObjectRef,
  contentSha256: string | undefined,
  noteAccess: NoteAccess,
): Promise<void> {
  const { headers } = exchange
  if (headerOf(headers, 'x-goog-resumable') !== 'start') {
    throw new StatusError(
      'unimplemented',
      'NOT_OFFERED',
      'Post a signed form (multipart/form-data), or sign a URL for PUT or for a resumable upload.',
    )
  }
  const isPublic = takeAccess(headerOf(headers, 'x-goog-acl'))
  const options = { terms: termsBy(headers, contentSha256), expected: expectedBy(headers), isBearer: true }
  const uploadId = await files.startUpload(caller, at, { ...metadataOf(headers), isPublic }, options)
  if (isPublic === true) await noteAccess(exchange, caller, at.name, true)
  const address = new URL(`/upload/storage/v1/b/${encodeURIComponent(at.bucket)}/o`, exchange.publicOrigin)
  address.search = new URLSearchParams({ uploadType: 'resumable', upload_id: uploadId }).toString()
  exchange.reply(201, { location: address.href })
}

function metadataOf(headers: IncomingHttpHeaders): SettableMetadata {
  const custom = Object.keys(headers).filter((name) => name.startsWith(CUSTOM_PREFIX))
  return {
    contentType: headerOf(headers, 'content-type'),
    cacheControl: headerOf(headers, 'cache-control'),
    contentDisposition: headerOf(headers, 'content-disposition'),
    contentEncoding: headerOf(headers, 'content-encoding'),
    contentLanguage: headerOf(headers, 'content-language'),
    customMetadata: Object.fromEntries(
      custom.map((name) => [name.slice(CUSTOM_PREFIX.length), headerOf(headers, name) ?? '']),
    ),
  }
}

function expectedBy(headers: IncomingHttpHeaders): UploadOptions['expected'] {
  return {
    generationMatch: headerOf(headers, 'x-goog-if-generation-match'),
    metagenerationMatch: headerOf(headers, 'x-goog-if-metageneration-match'),
  }
}

function termsBy(headers: IncomingHttpHeaders, sha256: string | undefined): ContentTerms {
  return { sizeRange: sizeRangeOf(headers), sha256 }
}

/** How large the signer allows the file to be: `x-goog-content-length-range: <least>,<most>`. */
function sizeRangeOf(headers: IncomingHttpHeaders): ContentTerms['sizeRange'] {
  const text = headerOf(headers, 'x-goog-content-length-range')
  if (text === undefined) return undefined
  const [, least, most] = /^(\d{1,15}),(\d{1,15})$/.exec(text) ?? []
  if (least !== undefined && most !== undefined) return { minBytes: Number(least), maxBytes: Number(most) }
  const message = 'x-goog-content-length-range must be two numbers of bytes with a comma between.'
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', message)
}

function headersOf(object: FileObject): Record<string, string> {
  return {
    etag: `"${etagOf(object)}"`,
    'x-goog-generation': object.generation,
    'x-goog-metageneration': String(object.metageneration),
    'x-goog-hash': `crc32c=${object.crc32c},md5=${object.md5Hash}`,
    'x-goog-stored-content-length': String(object.sizeBytes),
  }
}

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
