/**
 * Models write formulas as `$x$`, `\(x\)` and `\[x\]`; people write “$5 and $10”. The parser knows only `$$`: inside a
 * line that is inline math, on lines of its own display math. So what is surely a formula is rewritten to that, by
 * Pandoc's rule: no space inside the dollars and no digit after the closing one. Code is left alone.
 */
export function normaliseMath(text: string): string {
  if (!/[$\\]/.test(text)) return text
  return text
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : rewrite(part)))
    .join('')
}

/** Fenced and inline code, captured so that `split` keeps it at the odd places. */
const CODE = /((?:^|(?<=\n)) {0,3}(?:`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:\n {0,3}(?:`{3,}|~{3,})|$)|$)|`+[^`\n]+`+)/

const rewrite = (part: string): string =>
  part
    .replace(/^[ \t]*\$\$([^\n$]+)\$\$[ \t]*$/gm, (_, tex: string) => `$$\n${tex.trim()}\n$$`)
    .replace(/\\\[([\s\S]+?)\\\]/g, (_, tex: string) => `\n$$\n${tex.trim()}\n$$\n`)
    .replace(/\\\(([^\n]+?)\\\)/g, (_, tex: string) => `$$${tex.trim()}$$`)
    .replace(/(?<![\\$\w])\$(?![\s$])([^$\n]*?[^\s$\\])\$(?![\d$])/g, (_, tex: string) => `$$${tex}$$`)
