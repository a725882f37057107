import { useQuery } from '@tanstack/react-query'
import type { User } from 'firebase/auth'
import { useConsoleApp } from './console-app-context.tsx'
import { listPasskeys } from './passkeys.ts'

/** The passkeys of one's account. */
export function useOwnPasskeys(user: User, isEnabled = true) {
  const { auth } = useConsoleApp()
  return useQuery({
    queryKey: ['account', user.uid, 'passkeys'],
    queryFn: async () => await listPasskeys(auth, user),
    enabled: isEnabled,
  })
}
