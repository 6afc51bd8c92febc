/** What this needs of the parser's tree. */
interface Node {
  type: string
  url?: string
  value?: string
  children?: Node[]
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined
}

/** `<xs:element>` reads as a link to an address with a scheme. What is no web address stays text, with its brackets. */
export function remarkKeepElements() {
  return (tree: Node, file: { value: unknown }): void => {
    const source = String(file.value)
    const waiting = [tree]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (!node.children) continue
      node.children = node.children.map((child) => {
        if (child.type !== 'link' || /^(https?|mailto):/i.test(child.url ?? '')) return child
        const written = source.slice(child.position?.start.offset, child.position?.end.offset)
        return written.startsWith('<') ? { type: 'text', value: written } : child
      })
      waiting.push(...node.children)
    }
  }
}
