import { useConsoleApp } from '../../session/console-app-context.tsx'
import { setTheme, type Theme } from '../../browser/preferences.ts'
import { useSignedIn } from '../../session/session-context.tsx'
import { setChosenLanguage } from '../../texts/chosen-language.ts'
import type { Language } from '../../texts/language.ts'

/** Chooses the theme: here at once, and for the account, so that its other browsers follow. */
export function useChooseTheme(): (theme: Theme) => void {
  const { app } = useConsoleApp()
  const uid = useSignedIn()?.account.uid
  return (theme) => {
    setTheme(theme)
    if (uid === undefined) return
    // The document database's part of the SDK is not needed before a choice is made.
    import('./account-document.ts')
      .then(async ({ saveAccountFields }) => await saveAccountFields(app, uid, { theme }))
      .catch(() => {
        // The choice holds in this browser; the account keeps the one before.
      })
  }
}

/** Chooses the language for the account, `undefined` for the browser's, and loads the page in it. */
export function useChooseLanguage(): (language: Language | undefined) => void {
  const { app } = useConsoleApp()
  const uid = useSignedIn()?.account.uid
  return (language) => {
    setChosenLanguage(language)
    if (uid === undefined) return
    import('./account-document.ts')
      .then(async ({ saveAccountFields }) => await saveAccountFields(app, uid, { locale: language ?? null }))
      .catch(() => {
        // The choice holds in this browser; the account keeps the one before.
      })
      .finally(() => location.reload())
  }
}
