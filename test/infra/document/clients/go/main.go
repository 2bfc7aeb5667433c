// Uses the client that oapi-codegen generates: one pet from its creation to its sale, and errors.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"pet-store/generated-client/petstore"
)

// The first that a float64 rounds.
const beyondDouble = int64(9007199254740993)

func client(address, key string) *petstore.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv(key))
		return nil
	}
	made, err := petstore.NewClientWithResponses(os.Getenv(address), petstore.WithRequestEditorFn(authorize))
	if err != nil {
		log.Panic(err)
	}
	return made
}

type answer interface {
	comparable
	StatusCode() int
	GetBody() []byte
}

// got passes on an answer that has a status.
func got[A answer](status int, found A, err error) A {
	if err != nil {
		log.Panic(err)
	}
	if found.StatusCode() != status {
		log.Panicf("%d is not %d: %s", found.StatusCode(), status, found.GetBody())
	}
	return found
}

func expect(holds bool, found any) {
	if !holds {
		log.Panicf("%+v", found)
	}
}

func to[T any](value T) *T { return &value }

func main() {
	ctx := context.Background()
	owner, customer := client("BASE_URL", "API_KEY"), client("BASE_URL", "CUSTOMER_KEY")

	hello, err := client("QUICKSTART_URL", "API_KEY").CreateMessageWithResponse(ctx, nil, petstore.MessageInput{Message: "Hello"})
	expect(got(202, hello, err).JSON202.Status == petstore.Queued, hello)

	created, err := owner.CreatePetWithResponse(ctx, nil, petstore.PetInput{Name: "Rex", CategoryId: beyondDouble})
	rex := got(201, created, err).JSON201
	expect(rex.CategoryId == beyondDouble && rex.Status == petstore.Available, rex)
	read, err := owner.GetPetWithResponse(ctx, rex.Id)
	expect(*got(200, read, err).JSON200 == *rex, read.JSON200)
	found, err := owner.ListPetsWithResponse(ctx, &petstore.ListPetsParams{Ids: &[]int64{rex.Id}})
	expect((*got(200, found, err).JSON200)[0] == *rex, found.JSON200)
	unchanged := &petstore.UpdatePetParams{IfMatch: found.Headers200.ETag}
	changed, err := owner.UpdatePetWithResponse(ctx, rex.Id, unchanged, petstore.PetPatch{Name: to("Bella")})
	expect(got(200, changed, err).JSON200.Name == "Bella", changed.JSON200)
	late, err := owner.UpdatePetWithResponse(ctx, rex.Id, unchanged, petstore.PetPatch{Name: to("Max")})
	expect(got(412, late, err).JSON412.Code == "precondition_failed", late.JSON412)

	onlyNew := &petstore.PutCategoryParams{IfNoneMatch: to("*")}
	put, err := owner.PutCategoryWithResponse(ctx, beyondDouble, onlyNew, petstore.CategoryInput{Name: "Dogs"})
	expect(got(201, put, err).JSON201.Id == beyondDouble, put.JSON201)
	category, err := owner.GetCategoryWithResponse(ctx, beyondDouble)
	expect(*got(200, category, err).JSON200 == *put.JSON201, category.JSON200)
	categories, err := owner.ListCategoriesWithResponse(ctx, nil)
	expect(len(*got(200, categories, err).JSON200) == 1, categories.JSON200)
	removed, err := owner.DeleteCategoryWithResponse(ctx, beyondDouble, nil)
	got(204, removed, err)

	created, err = owner.CreatePetWithResponse(ctx, nil, petstore.PetInput{Name: "Tom", CategoryId: 2})
	tom := got(201, created, err).JSON201
	placed, err := customer.PlaceOrderWithResponse(ctx, nil, petstore.OrderInput{PetId: tom.Id})
	cancelled, err := customer.CancelOrderWithResponse(ctx, got(201, placed, err).JSON201.Id)
	expect(got(200, cancelled, err).JSON200.Status == petstore.Cancelled, cancelled.JSON200)
	deleted, err := owner.DeletePetWithResponse(ctx, tom.Id, nil)
	got(204, deleted, err)

	placed, err = customer.PlaceOrderWithResponse(ctx, nil, petstore.OrderInput{PetId: rex.Id})
	order := got(201, placed, err).JSON201
	seen, err := customer.GetOrderWithResponse(ctx, order.Id)
	expect(got(200, seen, err).JSON200.Id == order.Id, seen.JSON200)
	orders, err := customer.ListOrdersWithResponse(ctx, &petstore.ListOrdersParams{Status: to(petstore.Placed)})
	expect((*got(200, orders, err).JSON200)[0].Id == order.Id, orders.JSON200)
	completed, err := owner.CompleteOrderWithResponse(ctx, order.Id)
	expect(got(200, completed, err).JSON200.Status == petstore.Completed, completed.JSON200)

	var first petstore.PetEvent
	for attempt := 0; attempt < 50 && first.Position == 0; attempt++ {
		time.Sleep(200 * time.Millisecond)
		events, err := owner.ListEventsWithResponse(ctx, nil)
		if list := *got(200, events, err).JSON200; len(list) > 0 {
			first, err = list[0].AsPetEvent()
			expect(err == nil, err)
		}
	}
	expect(first.Position == 1, first)

	newWebhook := petstore.WebhookInput{Url: "https://hooks.shop.example/pets", Secret: "whsec_" + strings.Repeat("A", 32)}
	once := &petstore.CreateWebhookParams{IdempotencyKey: to("go")}
	hooked, err := owner.CreateWebhookWithResponse(ctx, once, newWebhook)
	webhook := got(201, hooked, err).JSON201
	hooked, err = owner.CreateWebhookWithResponse(ctx, once, newWebhook)
	expect(*got(201, hooked, err).JSON201 == *webhook, hooked.JSON201)
	hook, err := owner.GetWebhookWithResponse(ctx, webhook.Id)
	expect(got(200, hook, err).JSON200.Url == newWebhook.Url, hook.JSON200)
	webhooks, err := owner.ListWebhooksWithResponse(ctx)
	expect((*got(200, webhooks, err).JSON200)[0].Id == webhook.Id, webhooks.JSON200)
	disabled := petstore.WebhookPatch{Status: to(petstore.Disabled), Delivered: &first.Position}
	patched, err := owner.UpdateWebhookWithResponse(ctx, webhook.Id, nil, disabled)
	expect(got(200, patched, err).JSON200.Status == petstore.Disabled, patched.JSON200)
	expect(patched.JSON200.Delivered == first.Position, patched.JSON200)
	unhooked, err := owner.DeleteWebhookWithResponse(ctx, webhook.Id, nil)
	got(204, unhooked, err)
	hook, err = owner.GetWebhookWithResponse(ctx, webhook.Id)
	expect(got(404, hook, err).JSON404.Code == "webhook_not_found", hook.JSON404)

	account, err := owner.GetAccountWithResponse(ctx)
	asking := got(200, account, err).JSON200.Key
	keys, err := owner.ListKeysWithResponse(ctx)
	expect((*got(200, keys, err).JSON200)[0].Id == asking.Id, keys.JSON200)
	key, err := owner.CreateKeyWithResponse(ctx, petstore.KeyInput{Name: "go"})
	issued := got(201, key, err).JSON201
	rolled, err := owner.RollKeyWithResponse(ctx, issued.Id, petstore.KeyRoll{OverlapHours: to(int64(0))})
	expect(got(201, rolled, err).JSON201.ApiKey != issued.ApiKey, "The rolled key is the old one.")
	revoked, err := owner.RevokeKeyWithResponse(ctx, rolled.JSON201.Id)
	got(204, revoked, err)

	refused, err := owner.CreatePetWithResponse(ctx, nil, petstore.PetInput{Name: "", CategoryId: 1})
	expect(got(400, refused, err).JSON400.Code == "validation_failed", refused.JSON400)
	refused, err = client("STUB_URL", "API_KEY").CreatePetWithResponse(ctx, nil, petstore.PetInput{Name: "Rex", CategoryId: 1})
	expect(got(400, refused, err).JSON400.Code == "code_of_tomorrow", refused.JSON400)
}
