import { keep, readKept } from './kept-storage.ts'

/** What a person prefers on this machine. The keys and values are those of public/theme.js, which reads them before the first paint. */
export type Theme = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

const themeKey = 'hearth.theme'
const densityKey = 'hearth.density'
const measuringKey = 'hearth.measuring'
const languageKey = 'hearth.language'
const lastProjectKey = 'hearth.lastProject'
const lastSignInKey = 'hearth.lastSignIn'
const askedEmailKey = 'hearth.askedEmail'
const groundOf = { light: '#f7f7f6', dark: '#141413' }

const listeners = new Set<() => void>()
const prefersDark = matchMedia('(prefers-color-scheme: dark)')

export function subscribeToPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function getTheme(): Theme {
  const kept = read(themeKey)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export function setTheme(theme: Theme): void {
  write(themeKey, theme)
  apply()
}

export function getDensity(): Density {
  return read(densityKey) === 'compact' ? 'compact' : 'comfortable'
}

export function setDensity(density: Density): void {
  write(densityKey, density)
  apply()
}

/** The language that was chosen for this browser, by its tag; undefined when the browser decides. See `texts/chosen-language.ts`. */
export function getLanguageTag(): string | undefined {
  return read(languageKey)
}

export function setLanguageTag(tag: string | undefined): void {
  write(languageKey, tag)
  apply()
}

/** Whether the person lets the console count its use. */
export function getMeasuring(): boolean {
  return read(measuringKey) !== 'off'
}

export function setMeasuring(isOn: boolean): void {
  write(measuringKey, isOn ? undefined : 'off')
  apply()
}

/** A browser that asks not to be tracked is not asked again. */
export function isMeasuringRefusedByBrowser(): boolean {
  return (
    navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
  )
}

export function isMeasuringAllowed(): boolean {
  return getMeasuring() && !isMeasuringRefusedByBrowser()
}

/** Where the person was last, to go there after sign-in. */
export function getLastProject(): string | undefined {
  return read(lastProjectKey) ?? undefined
}

/** `undefined` forgets it, such as one that can't be entered any more. */
export function setLastProject(project: string | undefined): void {
  write(lastProjectKey, project)
}

/** How this browser signed in the last time: `password`, or a provider's id. */
export function getLastSignIn(): string | undefined {
  return read(lastSignInKey) ?? undefined
}

export function setLastSignIn(method: string): void {
  write(lastSignInKey, method)
}

/** The address that a link was asked for, for the page that the link opens. */
export function getAskedEmail(): string | undefined {
  return read(askedEmailKey) ?? undefined
}

export function setAskedEmail(email: string | undefined): void {
  write(askedEmailKey, email)
}

/** Everything that this machine remembers of the console goes. */
export function clearPreferences(): void {
  for (const key of [themeKey, densityKey, measuringKey, languageKey, lastProjectKey, lastSignInKey, askedEmailKey]) {
    write(key, undefined)
  }
  apply()
}

prefersDark.addEventListener('change', apply)
// Another tab changed them.
addEventListener('storage', (event) => {
  if (event.key === null || event.key === themeKey || event.key === densityKey) apply()
})

function apply(): void {
  const theme = getTheme()
  const shown = theme === 'system' ? (prefersDark.matches ? 'dark' : 'light') : theme
  document.documentElement.dataset['theme'] = shown
  document.documentElement.dataset['density'] = getDensity()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', groundOf[shown])
  for (const listener of listeners) listener()
}

/** Some browsers refuse storage altogether; preferences then last as long as the page. */
const remembered = new Map<string, string>()

function read(key: string): string | undefined {
  return readKept(key) ?? remembered.get(key)
}

function write(key: string, value: string | undefined): void {
  if (value === undefined) remembered.delete(key)
  else remembered.set(key, value)
  keep(key, value)
}
