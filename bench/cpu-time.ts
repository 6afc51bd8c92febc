/** What this process has used of the processors so far, all its threads, in milliseconds: it hardly depends on what else runs. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
