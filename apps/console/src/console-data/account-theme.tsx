import { doc } from 'firebase/firestore'
import { useEffect } from 'react'
import { firestoreOf } from '../firebase/firestore.ts'
import { dataOf } from '../live/live-state.ts'
import { useDocument } from '../live/use-live.ts'
import { useConsoleApp } from '../session/console-app-context.tsx'
import { setTheme } from '../session/preferences.ts'
import { useSignedIn } from '../session/session-context.tsx'

/** Shows the theme that was chosen for the account, in whichever browser. What this browser remembers is for the first paint. */
export function AccountTheme() {
  const { app } = useConsoleApp()
  const uid = useSignedIn()?.account.uid
  const account = useDocument(uid === undefined ? undefined : doc(firestoreOf(app), 'accounts', uid))
  const theme: unknown = dataOf(account)?.get('theme')
  useEffect(() => {
    if (theme === 'system' || theme === 'light' || theme === 'dark') setTheme(theme)
  }, [theme])
  return null
}
