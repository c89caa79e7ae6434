const help = {
  khatm_office_feed_posts_total: 'Batches of tills, by their result.',
  khatm_office_feed_rows_total: 'Rows in batches that were kept, those that were there before too.',
  khatm_office_feed_seconds_sum: 'Seconds from a batch to its answer, of all of them.',
  khatm_office_commits_total: 'Transactions that kept batches.',
  khatm_office_commit_batches_total: 'Batches in these transactions: by the commits, the size of a group.',
  khatm_office_commit_documents_total: 'Documents in these transactions.',
  khatm_office_stamps_verified_total: 'Documents whose stamp was verified.',
  khatm_office_stamps_wrong_total: 'Those among them whose stamp does not hold.',
  khatm_office_archived_documents_total: 'Documents that this process archived.',
  khatm_office_archive_errors_total: 'Attempts to archive that failed.',
  khatm_office_errors_total: 'Requests that failed for the office.',
} as const;
type CounterName = keyof typeof help;

/** Counters of this process since its start, under their names in Prometheus. */
export function createCounters() {
  const values = new Map<CounterName, Map<string, number>>();
  return {
    add(name: CounterName, labels: Readonly<Record<string, string>> = {}, by = 1): void {
      const samples = values.get(name) ?? new Map<string, number>();
      const text = labelText(labels);
      values.set(name, samples.set(text, (samples.get(text) ?? 0) + by));
    },
    text: () =>
      (Object.keys(help) as CounterName[])
        .map((name) => metricText(name, 'counter', help[name], values.get(name) ?? new Map([['', 0]])))
        .join(''),
  };
}

export type Counters = ReturnType<typeof createCounters>;

export function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

export function metricText(
  name: string,
  type: 'counter' | 'gauge',
  words: string,
  values: ReadonlyMap<string, number>,
): string {
  const lines = [...values].map(
    ([labels, value]) => `${name}${labels} ${value === Number.POSITIVE_INFINITY ? '+Inf' : value}\n`,
  );
  return `# HELP ${name} ${words}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}
