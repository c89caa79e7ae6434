import type { IntegrationSection } from '../../ui/page/route.ts';
import { ApiPage } from './api-page.tsx';
import { ApprovalsPage } from './approvals-page.tsx';
import { DeliveriesPage } from './deliveries-page.tsx';
import { FolderPage } from './folder-page.tsx';
import { Hub } from './hub.tsx';
import { InboundPage } from './inbound-page.tsx';
import { ProgramsPage } from './programs-page.tsx';
import { RemoteInvoicesPage } from './remote-invoices-page.tsx';
import { RemotePage } from './remote-page.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

export function IntegrationsPage({ section }: { section: IntegrationSection | undefined }) {
  switch (section) {
    case undefined:
      return <Hub />;
    case 'approvals':
      return <ApprovalsPage />;
    case 'api':
      return <ApiPage />;
    case 'programs':
      return <ProgramsPage />;
    case 'folder':
      return <FolderPage />;
    case 'webhooks':
      return <WebhooksPage />;
    case 'deliveries':
      return <DeliveriesPage />;
    case 'inbound':
      return <InboundPage />;
    case 'remote':
      return <RemotePage />;
    case 'remoteInvoices':
      return <RemoteInvoicesPage />;
  }
}
