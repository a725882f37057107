import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { StatusError } from '@hearth/model'
import type { Log } from '../lib/ambient.ts'
import { asStatusError, writeJsonError } from './error-body.ts'
import type { HttpExchange } from './http-exchange.ts'

/** The web pages that share the port with the protocols. */
export interface Site {
  /** Answers when the path is exactly one of its files; says whether it did. `firstSegment` is the path's, as it came. */
  serveFile(exchange: HttpExchange, firstSegment: string): boolean
  /** Answers a browser's navigation to a path that no protocol claims: the application finds its own way from there. */
  servePage(exchange: HttpExchange): void
}

type Coding = 'br' | 'gzip' | 'identity'

/** A file of the built site; what it was compressed to is kept, so that each is read and compressed once. */
interface SiteFile {
  readonly file: string
  readonly contentType: string
  readonly isCompressible: boolean
  /** Its name changes with its content. */
  readonly isHashed: boolean
  /** Of its answer where it is a page; empty otherwise. */
  readonly pageHeaders: Readonly<Record<string, string>>
  readonly bodies: Map<Coding, Promise<Buffer>>
  etag: string | undefined
}

/** Brotli's quality 9 takes 2.7 s for the console's 3.5 MB of scripts, this one 0.2 s; they are 1 % longer. */
const BROTLI_QUALITY = 5

const compressors = {
  gzip: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}
const compressible = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt', '.map'])

/**
 * The page may load what is its own and nothing else, and no text becomes script, style or markup. Frames are allowed because the SDK's
 * sign-in pages are framed, and mails and PDFs are shown in ones that run nothing. What the trusted type
 * `default` lets through is in apps/console/src/app/trusted-types.ts; the others make the address of the analytics tag.
 */
const consoleHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
    "media-src 'self' blob:; font-src 'self'; connect-src 'self'; frame-src 'self' blob:; manifest-src 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; " +
    'trusted-types default hearth-client firebase-js-sdk-policy',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** The documents load what is their own. Their code samples are coloured by attributes. */
const docsHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
    "font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
}

export interface SiteFolders {
  /** The built console, at the root. */
  readonly console: string
  /** The built documents, below `/docs/`. */
  readonly docs: string
}

/** The built files of the console and of the documents. The list is fixed at start, so no path of a request ever reaches the file system. */
export class StaticSite implements Site {
  readonly #files = new Map<string, SiteFile>()
  /** The first segments of their paths. */
  readonly #roots = new Set([''])
  readonly #log: Log

  constructor(folders: SiteFolders, log: Log) {
    this.#log = log
    this.#add(folders.console, '', consoleHeaders)
    this.#add(folders.docs, '/docs', docsHeaders)
  }

  #add(folder: string, prefix: string, pageHeaders: SiteFile['pageHeaders']): void {
    if (!existsSync(folder)) return
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const path = file.slice(folder.length).replaceAll(sep, '/')
      this.#files.set(prefix + path, siteFile(file, path, pageHeaders))
      this.#roots.add((prefix + path).split('/')[1] ?? '')
    }
  }

  serveFile(exchange: HttpExchange, firstSegment: string): boolean {
    // Most requests are for none: to look for a whole path costs more.
    if (!this.#roots.has(firstSegment)) return false
    const file = this.#find(exchange.path)
    if (file !== undefined) {
      this.#send(exchange, file)
      return true
    }
    if (exchange.path === '/') {
      this.servePage(exchange)
      return true
    }
    if (exchange.path !== '/docs' || !this.#files.has('/docs/index.html')) return false
    exchange.reply(308, { location: '/docs/' })
    return true
  }

  /** A page of the documents is named without its `.html`. */
  #find(path: string): SiteFile | undefined {
    if (path.endsWith('/')) return this.#files.get(`${path}index.html`)
    return this.#files.get(path) ?? (path.startsWith('/docs/') ? this.#files.get(`${path}.html`) : undefined)
  }

  servePage(exchange: HttpExchange): void {
    const missing = exchange.path.startsWith('/docs/') ? this.#files.get('/docs/404.html') : undefined
    if (missing !== undefined) {
      this.#send(exchange, missing, 404)
      return
    }
    const page = this.#files.get('/index.html')
    if (page !== undefined) {
      this.#send(exchange, page)
      return
    }
    const headers = { ...consoleHeaders, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
    exchange.reply(503, headers, MISSING_BUILD_PAGE)
  }

  #send(exchange: HttpExchange, file: SiteFile, status = 200): void {
    this.#answer(exchange, file, status).catch((thrown: unknown) => {
      const cause = thrown as NodeJS.ErrnoException
      this.#log.error({ id: exchange.id, err: cause }, 'a file of the site could not be read')
      const error =
        cause.code === 'ENOENT'
          ? new StatusError(
              'not-found',
              'FILE_NOT_FOUND',
              'This file was replaced by a newer build. Load the page again.',
            )
          : asStatusError(thrown)
      exchange.note({ reason: error.reason })
      writeJsonError(exchange, error)
    })
  }

  async #answer(exchange: HttpExchange, file: SiteFile, status: number): Promise<void> {
    const coding = file.isCompressible ? chooseCoding(exchange.headers['accept-encoding']) : 'identity'
    const body = await bodyOf(file, coding)
    const etag = `"${file.etag ?? ''}-${coding}"`
    const headers: Record<string, string> = {
      'content-type': file.contentType,
      'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag,
      vary: 'Accept-Encoding',
      ...file.pageHeaders,
    }
    if (coding !== 'identity') headers['content-encoding'] = coding
    if (exchange.headers['if-none-match'] === etag) exchange.reply(304, headers)
    else exchange.reply(status, headers, body)
  }
}

function siteFile(file: string, path: string, pageHeaders: SiteFile['pageHeaders']): SiteFile {
  const extension = extname(file).toLowerCase()
  return {
    file,
    contentType: contentTypes[extension] ?? 'application/octet-stream',
    isCompressible: compressible.has(extension),
    isHashed: path.startsWith('/assets/'),
    pageHeaders: extension === '.html' ? pageHeaders : {},
    bodies: new Map(),
    etag: undefined,
  }
}

function bodyOf(file: SiteFile, coding: Coding): Promise<Buffer> {
  let body = file.bodies.get(coding)
  if (body === undefined) {
    body = readBody(file, coding)
    file.bodies.set(coding, body)
    body.catch(() => file.bodies.delete(coding))
  }
  return body
}

async function readBody(file: SiteFile, coding: Coding): Promise<Buffer> {
  if (coding !== 'identity') return compressors[coding](await bodyOf(file, 'identity'))
  const content = await readFile(file.file)
  file.etag = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return content
}

function chooseCoding(acceptEncoding: string | string[] | undefined): Coding {
  const accepted = String(acceptEncoding ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'gzip'
  return 'identity'
}

const MISSING_BUILD_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Hearth</title>
<h1>The console is not built</h1>
<p>This server runs, but the console's files are missing. <code>npm start</code> in the repository builds them and starts the server.</p>
</html>
`
