/**
 * Cross-origin answers (Fetch standard, CORS protocol). The SDK's streams send credentials, which a browser refuses together
 * with `*`, so the asking origin is echoed. That is safe because no protocol route reads a cookie: the bearer token in the
 * request is the only credential there is.
 */
const exposedHeaders = [
  'x-http-session-id',
  'x-client-wire-protocol',
  'x-goog-upload-url',
  'x-goog-upload-status',
  'x-goog-upload-size-received',
  'x-goog-upload-chunk-granularity',
  'x-goog-upload-control-url',
  'x-goog-generation',
  'x-goog-metageneration',
  'x-goog-hash',
  'x-goog-stored-content-encoding',
  'x-goog-stored-content-length',
  'content-disposition',
  'content-encoding',
  'content-range',
  'etag',
  'location',
  'range',
  'retry-after',
  'x-request-id',
].join(', ')

const withoutOrigin = ['vary', 'Origin']

/** Names and values in turn. `vary` also goes to requests without an origin, or a shared cache would mix the two. */
export function corsHeaders(origin: string | undefined): readonly string[] {
  if (origin === undefined) return withoutOrigin
  return [
    'vary',
    'Origin',
    'access-control-allow-origin',
    origin,
    'access-control-allow-credentials',
    'true',
    'access-control-expose-headers',
    exposedHeaders,
  ]
}

/** The rest of a preflight's answer. The headers asked for are echoed: a fixed list would break with the next SDK. */
export function preflightHeaders(requestedHeaders: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-max-age': '3600',
  }
  if (requestedHeaders !== undefined && /^[\w\-, ]{1,4096}$/.test(requestedHeaders)) {
    headers['access-control-allow-headers'] = requestedHeaders
  }
  return headers
}
