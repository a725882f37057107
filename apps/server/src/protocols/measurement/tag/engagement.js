/** Counts the milliseconds in which the page is seen and has the focus. */
export function watchEngagement(page) {
  let engagedMs = 0
  let since = isEngaged(page) ? page.performance.now() : undefined

  function update() {
    const now = page.performance.now()
    if (since !== undefined) engagedMs += now - since
    since = isEngaged(page) ? now : undefined
  }
  page.document.addEventListener('visibilitychange', update)
  page.addEventListener('focus', update)
  page.addEventListener('blur', update)

  return {
    /** What came together since the last call. */
    take() {
      update()
      const taken = Math.round(engagedMs)
      engagedMs = 0
      return taken
    },
    peek() {
      update()
      return engagedMs
    },
  }
}

function isEngaged(page) {
  return page.document.visibilityState === 'visible' && page.document.hasFocus()
}
