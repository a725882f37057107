import type { FirebaseApp } from 'firebase/app'

interface HeartbeatProvider {
  readonly instances?: Map<string, unknown>
}

/** What the SDK's requests ask before they leave; an empty text is no header (12.19, no public interface). */
const none = {
  triggerHeartbeat: async (): Promise<void> => {},
  getHeartbeatsHeader: async (): Promise<string> => '',
}

/**
 * The SDK counts the days of its use for the vendor, and every request of accounts and installations first waits for the database of the
 * browser where it keeps them, without a limit: one that doesn't answer, as after a tab that was ended by force, holds up a whole app.
 * Nobody reads the count here, so that none is kept. Where the SDK has another form it goes on as it was.
 */
export function countNoHeartbeats(app: FirebaseApp): void {
  const { container } = app as FirebaseApp & { readonly container: { getProvider(name: string): HeartbeatProvider } }
  const { instances } = container.getProvider('heartbeat')
  if (instances instanceof Map && !instances.has('[DEFAULT]')) instances.set('[DEFAULT]', none)
}
