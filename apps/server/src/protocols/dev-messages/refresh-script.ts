/**
 * Writes times as the browser's person does, and puts what is new into the open page, once a second; it leaves the page alone while nothing is
 * new, so that text can be selected.
 */
export const REFRESH_SCRIPT = `const everyMs = 1000
let shown = document.querySelector('main').innerHTML
function localize() {
  for (const time of document.querySelectorAll('time')) time.textContent = new Date(time.dateTime).toLocaleString()
}
async function refresh() {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const [now, next] = [document.querySelector('main'), page.querySelector('main')]
    if (answer.ok && now !== null && next !== null && shown !== next.innerHTML) {
      shown = next.innerHTML
      now.replaceWith(next)
      localize()
    }
  } catch (error) {
    // The server is being started anew.
    console.debug(error)
  }
  setTimeout(refresh, everyMs)
}
localize()
setTimeout(refresh, everyMs)
`
