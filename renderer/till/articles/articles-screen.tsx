import { Box } from '@mantine/core';
import { PageTabs } from '../../ui/components/layout/page-tabs.tsx';
import styles from '../../ui/components/layout/paged-screen.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { type ArticlePage, articlePages, hashOf } from '../../ui/page/route.ts';
import { ArticleList } from './article-list.tsx';
import { FilesPage } from './files-page.tsx';
import { GroupsPage } from './groups-page.tsx';
import { LabelsPage } from './labels-page.tsx';
import { ProposalsPage } from './proposals-page.tsx';

export function ArticlesScreen({ page }: { page: ArticlePage }) {
  const { t } = useLanguage();
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">{t('articles.title')}</h1>
      <PageTabs
        label={t('articles.pages')}
        pages={articlePages.map((one) => ({
          href: hashOf({ screen: 'articles', page: one }),
          name: t(`articles.page.${one}`),
          isShown: one === page,
        }))}
      />
      <Box flex={1} mih="12rem">
        <Page page={page} />
      </Box>
    </main>
  );
}

function Page({ page }: { page: ArticlePage }) {
  switch (page) {
    case 'list':
      return <ArticleList />;
    case 'groups':
      return <GroupsPage />;
    case 'proposals':
      return <ProposalsPage />;
    case 'files':
      return <FilesPage />;
    case 'labels':
      return <LabelsPage />;
  }
}
