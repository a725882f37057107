/**
 * Whether an answer of `/healthz` is the server's own: what a network shows before it lets anybody through, or a proxy in the server's place,
 * is answered with 200 as well.
 */
export async function isHealthy(response: Response): Promise<boolean> {
  const isText = response.headers.get('content-type')?.startsWith('text/plain') === true
  return response.ok && isText && (await response.text()) === 'ok\n'
}
