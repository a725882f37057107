import { useSignedIn } from './session-context.tsx'

/** Whether the signed-in user runs this server. The server asks again with each call. */
export function useOwnsServer(): boolean {
  return useSignedIn()?.token.claims['serverRole'] === 'owner'
}
