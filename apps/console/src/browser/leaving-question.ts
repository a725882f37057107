/**
 * A reason to ask before the page is closed, which the browser does in its own words. The answered function says whether there is one now;
 * each caller has its own, so that one that is over takes no other's along.
 */
export function leavingQuestion(): (isAsked: boolean) => void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  return (isAsked) => {
    if (isAsked) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
  }
}
