/** Runs in the page. Returns elements that do not fit, have no name, or are too small for a finger. */
export function layoutFindings(): string[] {
  const findings: string[] = [];
  if (document.documentElement.scrollWidth > window.innerWidth) findings.push('the page scrolls sideways');
  for (const element of document.querySelectorAll<HTMLElement>('header, main, main *, nav, nav *')) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 1 && (left < -1 || right > window.innerWidth + 1))
      findings.push(`beyond the edge: ${element.outerHTML}`);
    const clips = ['hidden', 'auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const isEllipsis = getComputedStyle(element).textOverflow === 'ellipsis';
    if (
      clips &&
      width > 1 &&
      !isEllipsis &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.tagName !== 'INPUT'
    )
      findings.push(`cut off: ${element.outerHTML.slice(0, 200)}`);
  }
  for (const element of document.querySelectorAll<HTMLElement>(
    'a, button, input, [role="img"], [role="table"]',
  )) {
    const labels =
      element instanceof HTMLInputElement
        ? [...(element.labels ?? [])].map((label) => label.textContent)
        : [];
    const name = element.getAttribute('aria-label') ?? (labels.join(' ') || element.textContent);
    if (!name?.trim()) findings.push(`no name: ${element.outerHTML}`);
    const { width, height } = element.getBoundingClientRect();
    // The content of a closed disclosure is in the page too. A radio button or a checkbox is pressed by its label.
    const isPressed = width > 0 && element.matches('a, button, input:not([type="radio"], [type="checkbox"])');
    if (isPressed && (width < 48 || height < 48))
      findings.push(`small (${width}×${height}): ${element.outerHTML}`);
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < 16) findings.push(`small print: ${element.outerHTML}`);
  }
  return findings;
}
