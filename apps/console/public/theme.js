// Runs before the first paint, so that a dark room stays dark. A file of its own because the page allows no inline script.
// The keys and values are those of src/app/preferences.ts.
;(function () {
  var root = document.documentElement
  var theme = 'system'
  try {
    theme = localStorage.getItem('hearth.theme') || 'system'
    root.dataset.density = localStorage.getItem('hearth.density') === 'compact' ? 'compact' : 'comfortable'
  } catch (blocked) {
    root.dataset.density = 'comfortable'
  }
  var isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'dark' : 'light'
  var colour = document.querySelector('meta[name="theme-color"]')
  if (colour) colour.setAttribute('content', isDark ? '#171411' : '#faf8f5')
})()
