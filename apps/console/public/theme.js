// Runs before the first paint, so that a dark room stays dark. A file of its own because the page allows no inline script.
// The keys and values are those of src/browser/preferences.ts.
;(() => {
  const root = document.documentElement
  const kept = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is blocked: the system's preference holds.
      return null
    }
  }
  const theme = kept('hearth.theme')
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.dataset.density = kept('hearth.density') === 'compact' ? 'compact' : 'comfortable'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#141413' : '#f7f7f6')
})()
