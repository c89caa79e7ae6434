export function printPage(html: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.srcdoc = html;
  frame.addEventListener('load', () => {
    const page = frame.contentWindow;
    if (page === null) return;
    page.addEventListener('afterprint', () => frame.remove());
    void page.document.fonts.ready.then(() => page.print());
  });
  document.body.append(frame);
}
