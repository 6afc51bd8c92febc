/** Lets one piece of work in at a time, in the order they came: what filing knows of a bucket is read, changed and written back as one. */
export class Turnstile {
  private last: Promise<unknown> = Promise.resolve()

  /** Waits for its turn; the next one waits until the answer is called. Calling it again does nothing. */
  async enter(): Promise<() => void> {
    const before = this.last
    let leave = (): void => undefined
    this.last = new Promise<void>((resolve) => {
      leave = resolve
    })
    await before
    return leave
  }

  /** Does the work when its turn has come. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
