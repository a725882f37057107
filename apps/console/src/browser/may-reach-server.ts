/** Whether the server can be there as far as the browser knows: without any network it still can on this machine itself. */
export function mayReachServer(): boolean {
  return navigator.onLine || isOwnMachine(location.hostname)
}

/** Whether a host's name, as addresses have it, always means the machine that asks for it. */
export function isOwnMachine(hostname: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname)
}
