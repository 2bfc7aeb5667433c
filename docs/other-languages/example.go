package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"regexp"

	"example/petstore"
)

func authorize(_ context.Context, request *http.Request) error {
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
	return nil
}

// or ends the program if there is an error.
func or[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := or(petstore.NewClientWithResponses(os.Getenv("BASE_URL"), petstore.WithRequestEditorFn(authorize)))

	for _, name := range []string{"Rex", "Tom"} {
		input := petstore.PetInput{Name: name, CategoryId: 7}
		pet := or(client.CreatePetWithResponse(ctx, nil, input)).JSON201
		fmt.Println("created", pet.Name)
	}

	status, limit := petstore.Available, int32(1)
	params := petstore.ListPetsParams{Status: &status, Limit: &limit}
	for more := true; more; {
		page := or(client.ListPetsWithResponse(ctx, &params))
		for _, pet := range *page.JSON200 {
			fmt.Println("page", pet.Name)
		}
		link := regexp.MustCompile(`cursor=([\w-]+)`).FindStringSubmatch(page.HTTPResponse.Header.Get("Link"))
		if more = link != nil; more {
			params.Cursor = &link[1]
		}
	}

	unknown := "unknown"
	failed := or(client.ListPetsWithResponse(ctx, &petstore.ListPetsParams{Cursor: &unknown})).JSON400
	fmt.Println("error", failed.Status, failed.Code)

	events := or(client.ListEventsWithResponse(ctx, &petstore.ListEventsParams{Limit: &limit})).JSON200
	for _, event := range *events {
		fmt.Println("event", event.Position, event.Type, *event.Data.Name, *event.Data.CategoryId)
	}
}
