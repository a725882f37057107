import { doc } from 'firebase/firestore'
import { useEffect, useSyncExternalStore } from 'react'
import { getInstallationId } from '../../../backend/sdk/console-installation.ts'
import { firestoreOf } from '../../../backend/sdk/firestore.ts'
import { dataOf } from '../../../backend/live/live-state.ts'
import { useDocument } from '../../../backend/live/listeners.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { isMeasuringAllowed, setTheme, subscribeToPreferences } from '../../../browser/preferences.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { getLanguage, setChosenLanguage } from '../../../texts/chosen-language.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { isLanguage } from '../../../texts/language.ts'
import { spokenLanguage } from '../../../texts/in-language.ts'
import { toast } from '../../../ui/toast.ts'
import { noteInstallation } from '../../../shared/console-data/account-lists.ts'

/**
 * Follows the theme and the language that were chosen for the account, in whichever browser. What this browser remembers is for the
 * first paint. Notes this browser's installation of the console with the account, where it may be counted.
 */
export function AccountPreferences() {
  const { app } = useConsoleApp()
  const uid = useSignedIn()?.account.uid
  const account = dataOf(useDocument(uid === undefined ? undefined : doc(firestoreOf(app), 'accounts', uid)))
  const theme: unknown = account?.get('theme')
  useEffect(() => {
    if (theme === 'system' || theme === 'light' || theme === 'dark') setTheme(theme)
  }, [theme])
  const locale: unknown = account?.get('locale')
  useEffect(() => {
    if (locale === undefined) return
    setChosenLanguage(isLanguage(locale) ? locale : undefined)
    // Another language takes a new page, and only the person knows what this one still holds.
    if (getLanguage() !== spokenLanguage()) {
      toast(accountTexts.languageChanged, { label: accountTexts.loadAgain, run: () => location.reload() })
    }
  }, [locale])
  const isMeasuring = useSyncExternalStore(subscribeToPreferences, isMeasuringAllowed)
  useEffect(() => {
    if (uid === undefined || !isMeasuring) return
    getInstallationId(app)
      .then(async (installation) => await noteInstallation(app, uid, installation))
      .catch(() => {
        // The account's list of installations lacks this browser until it comes again.
      })
  }, [app, uid, isMeasuring])
  return null
}
