/**
 * Runs in the page. Returns texts that are cut off or overflow, main actions that are not completely in the window, and
 * places that scroll but are too low for a line.
 */
export function lookForClipped(): string[] {
  const trouble: string[] = [];
  const nameOf = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 160);
  const { innerWidth, innerHeight } = window;
  if (document.documentElement.scrollWidth > innerWidth) trouble.push('the page scrolls sideways');
  /**
   * Returns true for a long page that must be scrolled to its end. A panel beside the content always shows its action.
   */
  const scrolls = (element: HTMLElement): boolean => {
    if (element.closest('aside') !== null) return false;
    for (let around = element.parentElement; around !== null; around = around.parentElement)
      if (around.scrollHeight > around.clientHeight && getComputedStyle(around).overflowY === 'auto')
        return true;
    return false;
  };
  const dialog = document.querySelector('[aria-modal="true"]');
  const mains = (dialog ?? document).querySelectorAll<HTMLElement>('main button[data-size="xl"]');
  for (const main of mains) {
    const { top, bottom, left, right } = main.getBoundingClientRect();
    const isWhole = top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
    if (!isWhole && !scrolls(main)) trouble.push(`not in the window: ${nameOf(main)}`);
  }
  const hasOwnText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  for (const element of (dialog ?? document.body).querySelectorAll<HTMLElement>('*')) {
    const style = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const isScroller = style.overflowY === 'auto' || style.overflowY === 'scroll';
    if (isScroller && element.clientHeight < 40 && element.scrollHeight > element.clientHeight + 2)
      trouble.push(`no room: ${nameOf(element)}`);
    if (width <= 1 || height <= 1 || style.visibility === 'hidden' || style.fontSize === '0px') continue;
    if (element.closest('.visually-hidden, svg, pre, textarea, select, option') !== null) continue;
    const isCut = style.overflowY === 'hidden' || style.overflowY === 'clip';
    if (isCut && element.scrollHeight > element.clientHeight + 2 && element.clientHeight > 0)
      trouble.push(`cut off below: ${nameOf(element)}`);
    if (style.display === 'inline' || style.textOverflow === 'ellipsis' || !hasOwnText(element)) continue;
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      trouble.push(`wider than its place: ${nameOf(element)}`);
  }
  return trouble;
}
