const ANSWER_MS_MAX = 1_000

/**
 * Whether the emulator hub of the vendor's CLI answers there: its first page names the CLI's version and the hub's own addresses
 * (`lib/emulator/hub.js` of firebase-tools 15).
 */
export async function isEmulatorHub(host: string, port: number): Promise<boolean> {
  const authority = host.includes(':') ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${authority}:${port}/`, {
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      redirect: 'manual',
    })
    if (answer.headers.get('content-type')?.startsWith('application/json') !== true) return false
    const said = (await answer.json()) as { version?: unknown; origins?: unknown } | null
    return typeof said?.version === 'string' && Array.isArray(said.origins)
  } catch {
    // Whatever is there is no hub that answers.
    return false
  }
}
