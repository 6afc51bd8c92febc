import type { Link, Nodes, Parent, Root, Text } from 'mdast'

interface Source {
  value: unknown
}

/** `<xs:element>` reads as a link to an address with a scheme. What is no web address stays text, with its brackets. */
export function remarkKeepElements() {
  return (tree: Root, file: Source): void => {
    const source = String(file.value)
    eachParent(tree, (parent) => {
      parent.children = parent.children.map((node) => {
        if (node.type !== 'link' || /^(https?|mailto):/i.test(node.url)) return node
        const written = sourceOf(node, source)
        return written?.startsWith('<') ? ({ type: 'text', value: written } satisfies Text) : node
      })
    })
  }
}

const sourceOf = (node: Link, source: string): string | null => {
  const { start, end } = node.position ?? {}
  return start?.offset === undefined || end?.offset === undefined ? null : source.slice(start.offset, end.offset)
}

/** Every node with children, deepest last, without recursion. */
function eachParent(tree: Root, visit: (parent: Parent) => void): void {
  const waiting: Nodes[] = [tree]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('children' in node)) continue
    visit(node)
    waiting.push(...node.children)
  }
}
